import pg from 'pg'
import type { Listener } from '../db.ts'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
const CHECK_MS = 10_000
const ANSWER_MS = 5_000

/** Listens on a channel and reconnects, until stopped. Calls `onGap` after each connect: messages were missed. */
export function listenPg(url: string, channel: string, { onMessage, onGap, onError }: Listener): () => Promise<void> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = FIRST_RETRY_MS
  let isStopped = false
  let opening: Promise<void> = Promise.resolve()

  async function open(): Promise<void> {
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'aura live',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client = mine
    let isOver = false
    const again = (error?: unknown) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      void mine.end().catch(() => {})
      if (isStopped) return
      if (error) onError(error)
      timer = setTimeout(start, retryMs)
      retryMs = Math.min(LAST_RETRY_MS, retryMs * 2)
    }
    const check = () => {
      timer = setTimeout(() => void mine.query('select 1').then(check, again), CHECK_MS)
    }
    mine.on('error', again)
    mine.on('end', again)
    mine.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      return again(error)
    }
    if (isStopped || isOver) return
    retryMs = FIRST_RETRY_MS
    check()
    onGap()
  }

  function start(): void {
    opening = open()
  }
  start()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await opening
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
