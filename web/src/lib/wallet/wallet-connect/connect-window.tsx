import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isMobile } from '#lib/wallet/mobile'
import { Button, buttonClass } from '#ui/forms/button'
import { useBackCloses } from '#ui/overlay/back-closes'
import { QrCode } from '#ui/qr-code'
import type { ConnectStep, ConnectWindow } from './connect.ts'
import styles from './connect-window.module.css'

interface WindowEvents {
  onCancel(): void
  onAgain(): void
}

/** Opens the window in its own React root, so that callers need not render a place for it. */
export function openConnectWindow(events: WindowEvents): ConnectWindow {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return {
    show: (step) => root.render(<ConnectDialog step={step} {...events} />),
    close() {
      root.unmount()
      host.remove()
    },
  }
}

function ConnectDialog({ step, onCancel, onAgain }: WindowEvents & { step: ConnectStep }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useBackCloses(true, onCancel)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.window}
      aria-labelledby={title}
      // Escape closes only this window, not the dialog behind it.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <div className="grid gap-4 p-6">
        <h2 id={title} className="dialog-title">
          WalletConnect
        </h2>
        <p role="status" className="text-ink-2">
          {step.kind === 'scan' && isMobile(navigator.userAgent) ? HERE : WORDS[step.kind]}
        </p>
        <Step key={step.kind} step={step} onAgain={onAgain} />
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </dialog>
  )
}

const WORDS: Record<ConnectStep['kind'], string> = {
  asking: 'Getting a code...',
  scan: 'Scan this code with a wallet app on your phone. It’s valid for five minutes.',
  expired: 'The code has expired. No wallet was connected.',
}

/** On a phone the wallet is most likely on the same device. */
const HERE = 'Open a wallet app on this phone, or scan the code with another. It’s valid for five minutes.'

function Step({ step, onAgain }: { step: ConnectStep; onAgain: () => void }) {
  if (step.kind === 'scan') return <Scan uri={step.uri} />
  if (step.kind === 'expired') {
    return (
      <Main>
        <Button onClick={onAgain}>Show a new code</Button>
      </Main>
    )
  }
  return (
    <div className="grid aspect-square place-items-center rounded-md bg-bg-2 text-ink-2">
      <LoaderCircle className="animate-spin" size={32} strokeWidth={1.5} aria-hidden="true" />
    </div>
  )
}

function Scan({ uri }: { uri: string }) {
  return (
    <>
      {isMobile(navigator.userAgent) && (
        <Main>
          <a className={buttonClass('primary', 48, 'w-full')} href={uri}>
            Open in a wallet app
          </a>
        </Main>
      )}
      <QrCode text={uri} label="Code to scan with a wallet app" />
      <CopyLink uri={uri} />
    </>
  )
}

/** The most likely next action. It takes the focus when it appears, because the focused control may be gone. */
function Main({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('a, button')?.focus(), [])
  return (
    <div ref={box} className="grid">
      {children}
    </div>
  )
}

const COPY = { idle: 'Copy link', copied: 'Link copied', failed: 'Copying failed' } as const

function CopyLink({ uri }: { uri: string }) {
  const [state, setState] = useState<keyof typeof COPY>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(uri)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button kind="secondary" onClick={() => void copy()}>
      <span aria-live="polite">{COPY[state]}</span>
    </Button>
  )
}
