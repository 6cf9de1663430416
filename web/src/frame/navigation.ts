/** Whether a navigation item leads to where one is: home only exactly, the others also to what lies below them. */
export const isActive = (path: string, location: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
