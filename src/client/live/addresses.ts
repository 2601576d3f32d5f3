import { liveFrameFile } from "docgen:live-frame";

/**
 * The build puts the frame's page beside this script, in `assets/`, directly below the base URL. So
 * both addresses follow from where this script was loaded from, whatever the host and the base URL.
 */
export const FRAME_ADDRESS: string = new URL(liveFrameFile, import.meta.url).href;

/** The site's own base URL, absolute, with a slash at its end. */
export const SITE_ADDRESS: string = new URL("../", import.meta.url).href;
