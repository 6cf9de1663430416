/** Addresses of the desk's screens, beside those of `paths`, which the first page carries. */
export const adminPaths = {
  whitelist: '/admin/whitelist',
  people: '/admin/people',
  battles: '/admin/battles',
  comments: '/admin/comments',
  redemptions: '/admin/redemptions',
  seeds: '/admin/seeds',
  lessons: '/admin/lessons',
  log: '/admin/log',
} as const
