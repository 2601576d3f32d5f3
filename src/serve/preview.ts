import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { readManifest } from "../output/manifest.ts";
import { Failure } from "../shared/failure.ts";
import { hostAnswer } from "./host-answer.ts";
import { type Answer, createHttpServer, type Handler, typeOf } from "./http.ts";

/** Names below it change with the content: caches may keep them for good. */
const HASHED_FOLDER = "assets/";
const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";

/**
 * Serves a built site as a good static host does: compressed, assets cached for good, everything
 * else asked for anew. Only files that the build listed are ever opened.
 *
 * @param out absolute path of the output folder
 * @throws Failure (exit code 1) where nothing was built
 */
export function createPreview(out: string, baseUrl: string): Server {
  if (readManifest(out) === undefined) {
    throw new Failure(1, `${out}: holds no built site; run docgen build first`);
  }
  return createHttpServer(staticHandler(out, baseUrl), { finish: hostAnswer });
}

function staticHandler(out: string, baseUrl: string): Handler {
  return async (path) => {
    const files = new Set(readManifest(out)?.files);
    const notFound = async (): Promise<Answer | undefined> => {
      return files.has("404.html") ? { ...(await answer(out, "404.html")), status: 404 } : undefined;
    };
    if (!path.startsWith(baseUrl)) {
      return path === "/" || `${path}/` === baseUrl ? redirect(baseUrl) : notFound();
    }
    const inside = path.slice(baseUrl.length);
    const candidates = inside === "" || inside.endsWith("/") ? [`${inside}index.html`] : [inside, `${inside}.html`];
    const file = candidates.find((candidate) => files.has(candidate));
    if (file !== undefined) return answer(out, file);
    if (files.has(`${inside}/index.html`)) return answer(out, `${inside}/index.html`);
    return notFound();
  };
}

async function answer(out: string, file: string): Promise<Answer> {
  const body = await readFile(join(out, file));
  const headers: Answer["headers"] = file.startsWith(HASHED_FOLDER) ? { "Cache-Control": KEPT_FOR_GOOD } : {};
  return { status: 200, type: typeOf(file), body, headers };
}

function redirect(location: string): Answer {
  return { status: 302, type: "text/plain; charset=utf-8", body: "", headers: { Location: location } };
}
