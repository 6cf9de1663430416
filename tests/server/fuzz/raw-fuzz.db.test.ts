import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../raw-http.ts'
import { type FuzzTarget, openFuzzTarget } from './fuzz-target.ts'
import { ATTACK_KINDS, type AttackKind, makeAttacks } from './raw-fuzz.ts'

// Sends raw bytes, which `inject` would normalise.

const EACH = 150
const SEED = 20_261_122
const AT_ONCE = 8
const kinds = Object.entries(ATTACK_KINDS) as [AttackKind, string][]

let target: FuzzTarget
beforeAll(async () => {
  target = await openFuzzTarget()
})
afterAll(() => target.close())

describe('bytes on a socket', () => {
  it.each(kinds)('never cause a 500 or a missing response: %s (%s)', async (kind) => {
    const attacks = makeAttacks(target.world, { count: EACH * kinds.length, seed: SEED }).filter(
      (one) => one.kind === kind,
    )
    const statuses: (number | null)[] = []
    const attack = async () => {
      for (let next = attacks.pop(); next; next = attacks.pop()) {
        const { status, isSilent } = await rawRequest(target.port, next.parts, {
          headersOnly: true,
          leaves: next.leaves,
        })
        const sent = JSON.stringify(next.parts.join('')).slice(0, 600)
        expect(isSilent, `no answer to ${sent}`).toBe(false)
        expect(status ?? 0, sent).toBeLessThan(500)
        statuses.push(status)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, attack))
    expect(statuses).toHaveLength(EACH)
    // Some attacks were valid enough to get a response.
    expect(statuses.filter((status) => status !== null).length).toBeGreaterThan(EACH / 4)
    expect(
      await rawRequest(target.port, [
        `GET /healthz HTTP/1.1\r\nhost: ${target.world.host}\r\nconnection: close\r\n\r\n`,
      ]),
    ).toMatchObject({ status: 200 })
  })
})
