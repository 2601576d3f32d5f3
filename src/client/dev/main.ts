import { DEV_ARTICLE_EVENT, DEV_CHANGED_EVENT, NAVIGATED_EVENT } from "../../shared/constants.ts";
import { refreshFiles } from "./files.ts";
import type { FromServer } from "./messages.ts";
import { createNotices } from "./notices.ts";
import { createShown } from "./show.ts";
import { openLine } from "./socket.ts";

const shown = createShown();
// This comes before the client, which is about to change the page.
shown.note();
document.addEventListener(DEV_ARTICLE_EVENT, shown.note);
const notice = createNotices();

const onMessage = (message: FromServer) => {
  if (message.type === "page") shown.show(message.html);
  else if (message.type === "problems") notice(message);
  else if (message.type === "files") refreshFiles(message.paths);
  else if (message.type === "reload") location.reload();
  else document.dispatchEvent(new Event(DEV_CHANGED_EVENT));
};
const say = openLine(() => ({ path: location.pathname, version: shown.version() }), onMessage);
document.addEventListener(NAVIGATED_EVENT, say);
