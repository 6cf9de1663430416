/**
 * Gifts per second into one battle and into a hundred: batched against one transaction a gift, and over HTTP.
 * `npm run bench gifts commands|http SECONDS` for one of them, and the length of a measurement (3).
 */
import { giftsByCommands } from './gifts/commands.ts'
import { giftsOverHttp } from './gifts/http.ts'

const [which = 'both', seconds = '3'] = process.argv.slice(2)
if (which !== 'http') await giftsByCommands(Number(seconds))
if (which !== 'commands') await giftsOverHttp(Number(seconds))
