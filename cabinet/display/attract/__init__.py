"""The pages of a cabinet that nobody plays on: records, tonight's champion and queue, and the band below all of them.

`boards` draws the values of `page`, which hold words and know neither the store nor the evening.
"""
