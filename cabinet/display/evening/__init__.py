"""The pages of an evening: names, the queue, the party, the list of tonight's names, and the band of the title.

Every page is a plain frozen value with finished words (`pages`), and a class that draws it: `queue` draws winner stays,
the party and tonight, `names` the page of names. Scenes fill the values; this room knows neither an evening's rules nor
the catalogue. `pages` also has the drawings that several pages share, and the title's band.
"""
