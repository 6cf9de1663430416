import type { BattleStream } from '@aura/api/calls/battles/battle'
import { platformName, playerHost, playerPage, watchAddress } from '@aura/api/streams'
import { ExternalLink, Flag, Pencil, Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PersonRing } from '#aura/person-ring.tsx'
import { ReportDialog } from '#features/moderation'
import { Button, buttonClass } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import { lateDialog } from '#ui/overlay/late-dialog'
import type { Side } from '../shared/battle-view.ts'
import { forgetHost, isRemembered, rememberHost } from './remembered-hosts.ts'
import styles from './streams.module.css'
import { usePlayer } from './use-player.ts'

const StreamDialog = lateDialog(() => import('./stream-dialog.tsx'))
const RING = 88

interface StreamPanelProps {
  battleId: string
  side: Side
  stream: BattleStream
  /** `visitor` can't report. */
  viewer: 'owner' | 'member' | 'visitor'
  /** Whether it is the one on screen; the other one's player isn't loaded. */
  isShown: boolean
}

/** A side's stream: the creator's ring until its player is asked for. Nothing of its host is loaded before. */
export function StreamPanel({ battleId, side, stream, viewer, isShown }: StreamPanelProps) {
  const host = playerHost(stream)
  const [isWanted, setWanted] = useState(() => isRemembered(host))
  const [isOpen, setOpen] = useState(false)
  const [tries, setTries] = useState(0)
  const playButton = useRef<HTMLButtonElement>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const name = platformName(stream)
  const start = () => {
    isPressed.current = true
    rememberHost(host)
    setWanted(true)
  }
  const stop = () => {
    isPressed.current = true
    forgetHost(host)
    setWanted(false)
    setTries(0)
  }
  const tryAgain = () => {
    stopButton.current?.focus()
    setTries(tries + 1)
  }
  // The pressed button goes, and the focus moves to the one that takes it back.
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    const next = isWanted ? stopButton : playButton
    next.current?.focus()
  }, [isWanted])
  const poster = (
    <div className={styles.poster}>
      <div className={styles.invitation}>
        <PersonRing person={side.person} size={RING} />
        <Button ref={playButton} size={48} aria-label={`Play ${side.name}’s stream on ${name}`} onClick={start}>
          <Play size={18} strokeWidth={1.75} aria-hidden="true" />
          Play
        </Button>
      </div>
      <p className={styles.promise}>
        Plays from {host}, which sees your address and may set cookies. Aura remembers that you agreed.
      </p>
    </div>
  )
  return (
    <section className={styles.panel} data-aura={side.accent} aria-label={`${side.name}’s stream`}>
      <div className={styles.screen}>
        {!isWanted && poster}
        {isWanted && isShown && (
          <Player key={tries} side={side} stream={stream} isAgain={tries > 0} onAgain={tryAgain} />
        )}
      </div>
      <div className={styles.caption}>
        <a className={styles.source} href={watchAddress(stream)} target="_blank" rel="noopener noreferrer">
          <span>{stream.text}</span>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        {isWanted && (
          <IconButton
            ref={stopButton}
            label={`Stop ${side.name}’s stream`}
            icon={<Square size={18} strokeWidth={1.75} fill="currentColor" />}
            onClick={stop}
          />
        )}
        {viewer === 'owner' && (
          <IconButton
            label="Change your stream"
            icon={<Pencil size={18} strokeWidth={1.75} />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          />
        )}
        {viewer === 'member' && (
          <IconButton
            label={`Report ${side.name}’s stream`}
            icon={<Flag size={18} strokeWidth={1.75} />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          />
        )}
      </div>
      {isOpen && viewer === 'owner' && <StreamDialog battleId={battleId} onClose={() => setOpen(false)} />}
      {isOpen && viewer === 'member' && (
        <ReportDialog
          id={side.person.id}
          username={side.person.username}
          about="stream"
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

interface PlayerProps {
  side: Side
  stream: BattleStream
  isAgain: boolean
  onAgain: () => void
}

function Player({ side, stream, isAgain, onAgain }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const state = usePlayer(frame)
  const name = platformName(stream)
  const isOn = state === 'loading' || state === 'playing'
  return (
    <>
      {isOn && (
        <iframe
          ref={frame}
          className={styles.player}
          title={`${side.name}’s stream on ${name}`}
          src={`${playerPage(stream)}${isAgain ? '#unasked' : ''}`}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          tabIndex={state === 'playing' ? undefined : -1}
        />
      )}
      <div role="status" className={state === 'playing' ? 'sr-only' : styles.poster}>
        {state !== 'playing' && <PersonRing person={side.person} size={RING} />}
        {TEXTS[state](side.name)}
        {!isOn && (
          <div className={styles.ways}>
            <Button kind="secondary" size={40} onClick={onAgain}>
              Try again
            </Button>
            <a
              className={buttonClass('secondary', 40)}
              href={watchAddress(stream)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open on {name}
            </a>
          </div>
        )}
      </div>
    </>
  )
}

const TEXTS: Record<ReturnType<typeof usePlayer>, (name: string) => ReactNode> = {
  loading: () => <p>Loading the player...</p>,
  playing: (name) => `${name}’s stream is playing.`,
  offline: (name) => <p>{name} isn’t streaming right now.</p>,
  failed: () => <p>The player didn’t load.</p>,
}
