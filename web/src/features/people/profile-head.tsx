import { shortAddress } from '@aura/api/ids'
import { levelOfStreak } from '@aura/api/levels'
import { ArrowUpRight, Ellipsis, Link2, Wallet } from 'lucide-react'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { Avatar } from '#aura/avatar.tsx'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { LevelName } from '#aura/level-name.tsx'
import { nameFit } from '#aura/name-fit.ts'
import { PhotoButton } from '#features/images'
import { buttonClass } from '#ui/forms/button'
import { CopyButton } from '#ui/forms/copy-button'
import { Menu } from '#ui/overlay/menu'
import styles from './profile.module.css'
import { nameOf, type Profile, type ProfileViewer } from './profile-text.ts'
import { ShareButton } from './share-button.tsx'

const PHONE_HEIGHT = 320
const IMAGE_PX = 252
const NAME = { weight: 850, full: 118, roomEm: 8.7, narrowest: 60 } as const

const layout: RingLayout = (width, height) =>
  height < PHONE_HEIGHT
    ? { cx: width * 0.5, cy: height * 0.5, r: 60, weight: 0.65 }
    : { cx: width * 0.5, cy: height * 0.5, r: 128 }

interface ProfileHeadProps {
  profile: Profile
  viewer: ProfileViewer
  children: ReactNode
  /** `MenuItem`s. */
  menu?: ReactNode
}

const CHANNEL_NAMES = { x: 'X', twitch: 'Twitch', youtube: 'YouTube', kick: 'Kick' }

export function ProfileHead({ profile: { user, about }, viewer, children, menu }: ProfileHeadProps) {
  const isMine = viewer === 'owner'
  const level = levelOfStreak(user.currentStreak)
  const name = nameOf(user)
  const fit = useMemo(() => nameFit(name, NAME), [name])
  return (
    <div className={styles.head} data-aura={level.key}>
      <div className={styles.ring}>
        <AuraCanvas id={user.id} days={user.currentStreak} auraPoints={user.auraPoints} layout={layout} />
        <span className={styles.face} aria-hidden="true">
          <Avatar name={user.username} image={user.profileImageUrl} size={IMAGE_PX} className={styles.image ?? ''} />
        </span>
      </div>
      {isMine && (
        <span className={styles.camera}>
          <PhotoButton user={user} />
        </span>
      )}
      <div className={styles.who}>
        <LevelName days={user.currentStreak} />
        <h1 className={styles.name} style={{ fontStretch: `${fit.stretch}%`, '--em': fit.em } as CSSProperties}>
          {name}
        </h1>
        <p className={styles.meta}>
          {viewer !== 'visitor' && <WalletStatus address={user.walletAddress} />}
          {user.channels.map(({ provider, handle, url }) => (
            <a key={provider} href={url} rel="noopener noreferrer" target="_blank">
              {provider === 'x' ? `@${handle}` : `${handle} on ${CHANNEL_NAMES[provider]}`}
              <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className="sr-only">{provider === 'x' ? 'on X, in a new tab' : 'in a new tab'}</span>
            </a>
          ))}
        </p>
        <AboutText about={about} />
        <div className={styles.actions}>
          {children}
          <ShareButton id={user.id} name={name} isMine={isMine} />
          {menu && (
            <Menu
              label={`More about ${name}`}
              trigger={<Ellipsis size={20} strokeWidth={1.75} aria-hidden="true" />}
              triggerClassName={buttonClass('secondary', 48, styles.more)}
            >
              {menu}
            </Menu>
          )}
        </div>
      </div>
    </div>
  )
}

/** Followers of a link leave Aura for a page its owner chose: it vouches for nothing there. */
const LINK_REL = 'me nofollow ugc noopener'

function AboutText({ about: { bio, links } }: { about: Profile['about'] }) {
  return (
    <>
      {bio && (
        <p className={styles.bio}>
          <bdi>{bio}</bdi>
        </p>
      )}
      {links.length > 0 && (
        <ul className={styles.links} aria-label="Links">
          {links.map(({ name, url, host }) => (
            <li key={url}>
              <a href={url} rel={LINK_REL} target="_blank">
                <Link2 className="mt-1 shrink-0" size={16} strokeWidth={1.75} aria-hidden="true" />
                <span>
                  {name && (
                    <>
                      <bdi className={styles.linkName}>{name}</bdi>{' '}
                    </>
                  )}
                  <bdi>{host}</bdi>
                </span>
                <span className="sr-only">in a new tab</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function WalletStatus({ address }: { address: string | null }) {
  return (
    <span className={styles.wallet}>
      <Wallet size={16} strokeWidth={1.75} aria-hidden="true" />
      {address === null ? (
        'Not Connected'
      ) : (
        <>
          Connected <span className="num">{shortAddress(address)}</span>
          <CopyButton text={address} label="Copy wallet address" />
        </>
      )}
    </span>
  )
}
