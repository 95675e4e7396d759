/** Route handlers, and API routes of the older router: files that are endpoints because of their location. */
export const appRoute = /(?:^|\/)app\/(?:(.*)\/)?route\.[mc]?[jt]sx?$/;
export const pageRoute = /(?:^|\/)pages\/(api\/.*|api)\.[mc]?[jt]sx?$/;
