"""The engine compiled by mypyc, beside the source that stays the product.

``build`` makes the extension modules, ``package`` a wheel of them, `photofinish_compiled` is the code of that wheel: it
has Python import the compiled engine where it agrees with the source, and the source where it does not. `make compiled`
and `make plain` call `__main__`. Docs: docs/operating.md, decision 0099.
"""
