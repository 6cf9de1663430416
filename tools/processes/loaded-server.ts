/**
 * Loads the server's modules, which takes as long as its start, and starts it once the parent sends the port to listen
 * on. Ends with the parent, because nothing but its channel keeps it alive.
 */
import '../../server/src/app.ts'
import '../../server/src/prepare-database.ts'
import '../../server/src/run-features.ts'

process.once('message', (port) => {
  process.env.PORT = String(port)
  void import('../../server/src/main.ts')
})
