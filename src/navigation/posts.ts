import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import type { Neighbour } from "./types.ts";

/** A link to a post. */
export function postLink(post: SourcePage): Neighbour {
  return { label: pageTitle(post), route: post.route };
}

/**
 * The posts written after and before a post, as its previous and next.
 *
 * @param posts those that are listed, the newest first
 */
export function createPostNeighbours(
  posts: readonly SourcePage[],
): (post: SourcePage) => { readonly previous?: Neighbour; readonly next?: Neighbour } {
  const order = new Map(posts.map(({ path }, index) => [path, index]));
  return ({ path }) => {
    const index = order.get(path);
    const [newer, older] = index === undefined ? [] : [posts[index - 1], posts[index + 1]];
    return {
      ...(newer === undefined ? {} : { previous: postLink(newer) }),
      ...(older === undefined ? {} : { next: postLink(older) }),
    };
  };
}
