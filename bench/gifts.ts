/**
 * Gifts per second into one battle and into a hundred: batched against one transaction a gift, and over HTTP.
 * `npm run bench gifts commands|http SECONDS` for one of them, and the length of a measurement (3).
 */
const [which = 'both'] = process.argv.slice(2)
if (which !== 'http') await import('./gifts/commands.ts')
if (which !== 'commands') await import('./gifts/http.ts')
