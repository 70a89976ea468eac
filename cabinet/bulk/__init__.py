"""Much work in parts: in this process, in several processes, or on a cluster (decision 0098).

A `Job` has numbered items (matches, logs) and makes a `Task` of any range of them. `driver.deliver` sizes the tasks,
hands them to an `Executor` with a bound on those in flight, and yields the results by item number, each item once.
`local` executes in this process or in processes of this machine, `cluster` at a Dask scheduler. The room imports the
errors and the strings; it knows no rules. Whatever follows from a job must not depend on how it was cut into tasks.
"""
