import { randomUUID } from 'node:crypto'
import type { NatsLink } from '../live/nats/nats-link.ts'
import { type Finding, ok, reasonOf, warning } from './check.ts'

type Open = (urls: readonly string[], name: string) => NatsLink

const ASK_MS = 3_000

/** Checks whether each NATS server passes a request on. Only warns, since servers run without NATS. */
export const checkNats = (urls: readonly string[], open: Open, signal: AbortSignal): Promise<Finding[]> =>
  Promise.all(urls.map((url) => checkOne(url, open, signal)))

async function checkOne(url: string, open: Open, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(url)
  const [asker, asked] = [open([url], 'aura doctor'), open([url], 'aura doctor')]
  try {
    await Promise.all([connected(asker, signal), connected(asked, signal)])
    const subject = `aura.doctor.${randomUUID()}`
    asked.respond(subject, 'doctor', async (text) => text)
    // NATS reports a missing responder only once it knows this connection's subscriptions.
    await asked.request(subject, '', ASK_MS).catch(() => {})
    await asker.request(subject, '', ASK_MS)
    return ok(`NATS at ${host} passes messages on`)
  } catch (error) {
    return warning(
      `NATS at ${host} can't be used: ${reasonOf(error)}. Check NATS_URL; until then live edges show nothing new.`,
    )
  } finally {
    await Promise.all([asker.close(), asked.close()])
  }
}

function connected(link: NatsLink, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    link.onConnect(resolve)
    link.reportTo(reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
