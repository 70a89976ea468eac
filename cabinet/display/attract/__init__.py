"""The pages of a cabinet that nobody plays on: records, tonight's champion and queue, and the band below all of them.

Everything here draws values of `page`, which hold words and know neither the store nor the evening. `records` and
`tonight` draw a page above the band, in parts, so that no frame draws it all; `band` is the strip at the bottom edge.
"""
