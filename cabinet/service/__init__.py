"""The operator's side: everything behind the operator's page, and the notices to the operator.

`operator_service` makes the page's lines and performs them (restart, power off, the doctor's checks in the background),
`settings` are those that override the configuration file, `notices` reports troubles on the terminal and on the title,
`status` describes this program to the doctor. `machine_items` and `stick_items` have the lines that need root's helper,
`operator_code` what locks them, `stick` the copies. The room imports the scenes it serves, the doctor, the screens, the
store and the configuration; `cabinet.app`, `cabinet.flow` and a command import it. Its tests press the page's buttons.
"""
