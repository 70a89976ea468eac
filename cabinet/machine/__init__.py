"""What the cabinet does to its machine through root's helper, with fixed verbs over one socket.

`helper` is root's program, which systemd starts for each connection; `stick` is its part for USB sticks; `client` asks
it; `folder` is how the game itself opens the files of a stick; `bundle` is a new version in one signed
file. The room imports the standard library, `hardware.peer` and `cabinet.process.streams` alone: root loads nothing
else. Its tests give the helper files and commands that stand in for the machine's (decision 0158).
"""
