import { MICROS_PER_USDC } from '@aura/api/money'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '#ui/forms/copy-button'
import { checkCommands } from './check-commands.ts'
import type { Reserves } from './cover.ts'
import styles from './reserves.module.css'

interface CheckYourselfProps {
  reserves: Reserves
  rpcUrl: string | undefined
  explorerUrl: string | null
}

export function CheckYourself({ reserves, rpcUrl, explorerUrl }: CheckYourselfProps) {
  const { contractAddress, usdcAddress, usdcHeld, steezeOutstanding } = reserves
  const commands = rpcUrl ? checkCommands(reserves, rpcUrl) : null
  return (
    <section aria-labelledby="check" className={styles.check}>
      <h2 id="check">Check it yourself</h2>
      <dl>
        <Fact name="Contract" aside={<CopyButton text={contractAddress} label="Copy contract address" />}>
          <Address of={contractAddress} explorerUrl={explorerUrl} />
        </Fact>
        <Fact name="USDC" aside={<CopyButton text={usdcAddress} label="Copy USDC address" />}>
          <Address of={usdcAddress} explorerUrl={explorerUrl} />
        </Fact>
        <Fact name="Held" aside={<span className="num">{Math.round(usdcHeld * MICROS_PER_USDC)}</span>}>
          USDC.balanceOf(contract)
        </Fact>
        <Fact name="Outstanding" aside={<span className="num">{steezeOutstanding}</span>}>
          outstanding()
        </Fact>
      </dl>
      <p>
        USDC held is counted in millionths and must be at least 70,000 times the Steeze outstanding. Read both at the
        same block and divide.
      </p>
      {commands && (
        <>
          <p>Or query a network node from a shell. Each command prints one number, as of the block above:</p>
          <Command what="Held" command={commands.held} />
          <Command what="Outstanding" command={commands.outstanding} />
        </>
      )}
      <p>
        <a href="/api/reserves">Raw JSON</a>
      </p>
    </section>
  )
}

function Fact({ name, aside, children }: { name: string; aside: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.code}>{children}</dd>
      <dd className={styles.aside}>{aside}</dd>
    </div>
  )
}

function Address({ of, explorerUrl }: { of: string; explorerUrl: string | null }) {
  if (!explorerUrl) return of
  return (
    <a href={`${explorerUrl}/address/${of}`} target="_blank" rel="noreferrer">
      {of}
      <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">on the explorer, in a new tab</span>
    </a>
  )
}

function Command({ what, command }: { what: string; command: string }) {
  return (
    <p className={styles.command}>
      <code>{command}</code>
      <CopyButton text={command} label={`Copy the command for ${what.toLowerCase()}`} />
    </p>
  )
}
