/** `npm run build`: builds the web app and writes all files a server needs to `.build`. */
import { join } from 'node:path'
import { writeProductionFolder } from '../build/production-folder.ts'
import { buildWeb } from '../build/web-build.ts'
import { startProgressLine } from '../processes/progress-line.ts'
import { onStopRequest } from '../processes/signals.ts'

const root = join(import.meta.dirname, '../..')
const stopped = () => process.exit(130)
onStopRequest(stopped, stopped)

try {
  const web = startProgressLine('[1/2] Web app: building what changed')
  const built = await buildWeb(root)
  web.end(built.state === 'failed' ? '[1/2] Web app: the build failed' : '[1/2] Web app: built')
  if (built.state === 'failed') throw new Error(built.output)
  const packages = startProgressLine('[2/2] Production packages: installing')
  const folder = await writeProductionFolder(root)
  packages.end('[2/2] Production packages: installed')
  console.log(`Start it with Node 24:  cd ${folder} && DATABASE_URL=postgres://… node server/src/main.ts`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
