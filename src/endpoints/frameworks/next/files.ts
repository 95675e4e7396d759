/** Route handlers, and API routes of the older router: files that are endpoints by where they lie. */
export const appRoute = /(?:^|\/)app\/(?:(.*)\/)?route\.[mc]?[jt]sx?$/;
export const pageRoute = /(?:^|\/)pages\/(api\/.*|api)\.[mc]?[jt]sx?$/;
