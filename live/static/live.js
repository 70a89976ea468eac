"use strict";
// Keeps a page as the cabinet is: the server sends its content each time that it changes. Without script the page
// loads itself anew every five seconds.

const main = document.querySelector("main");
const source = new EventSource(`/${document.body.dataset.page}/events`);

source.addEventListener("message", ({ data }) => {
  const before = main.querySelector(".replay .race");
  const focused = main.contains(document.activeElement) && document.activeElement.getAttribute("href");
  main.innerHTML = JSON.parse(data);
  const after = main.querySelector(".replay .race");
  if (before && after && before.dataset.key === after.dataset.key) {
    after.replaceWith(before); // a race that was replayed is not replayed once more
  }
  if (focused) main.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
});
