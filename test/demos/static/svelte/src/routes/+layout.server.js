// every page becomes a file
export const prerender = true;
export const trailingSlash = "always";
