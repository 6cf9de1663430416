import { type ProductServer, startServer } from '../../tests/server/product/product-server.ts'
import { BENCH_ORIGIN } from './ask.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Starts the product's own program. */
export function startOwnProgram(databaseUrl: string, own: Readonly<Record<string, string>>): Promise<ProductServer> {
  const settings = { PUBLIC_URL: BENCH_ORIGIN, DEMO_DATA: 'off', LOG_LEVEL: 'warn', ...own }
  return startServer({ databaseUrl, dir: temporaryFolder(), settings })
}
