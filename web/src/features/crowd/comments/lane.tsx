import { ChevronDown, ChevronUp, Ellipsis, Pause, Play } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import type { BesideBattleProps } from '#features/battles'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { IconButton } from '#ui/forms/icon-button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { Composer } from './composer.tsx'
import { isLaneFolded, keepLaneFolded } from './folded.ts'
import styles from './lane.module.css'
import { MutedPeople } from './muted-people.tsx'
import { useAnnounced } from './use-announced.ts'
import { type Comment, useComments, useOwn, useOwnLane, usePaused } from './use-comments.ts'

const CommentDialog = lateDialog(() => import('./comment-dialog.tsx'))

interface LaneProps extends BesideBattleProps {
  isOpen: boolean
}

/** The comments on a battle, newest last. While folded, which the browser remembers, it sends no requests. */
export function Lane(props: LaneProps) {
  const [isFolded, setFolded] = useState(isLaneFolded)
  const region = useId()
  const fold = () => {
    setFolded(!isFolded)
    keepLaneFolded(!isFolded)
  }
  const Icon = isFolded ? ChevronDown : ChevronUp
  const toggle = (
    <button
      type="button"
      className={styles.fold}
      aria-label={isFolded ? 'Show comments' : 'Hide comments'}
      aria-expanded={!isFolded}
      aria-controls={isFolded ? undefined : region}
      onClick={fold}
    >
      {isFolded ? 'Show' : 'Hide'}
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
  return (
    <section className={styles.lane} aria-label="Comments">
      {isFolded ? <Head>{toggle}</Head> : <Unfolded {...props} id={region} toggle={toggle} />}
    </section>
  )
}

interface UnfoldedProps extends LaneProps {
  id: string
  toggle: ReactNode
}

const Head = ({ children }: { children?: ReactNode }) => (
  <header className={styles.head}>
    <h2>Comments</h2>
    {children}
  </header>
)

function Unfolded({ id: region, toggle: fold, battle, sides, viewer, isOpen }: UnfoldedProps) {
  const { data, error, isPending, isFetching, refetch } = useComments(battle.id, { isOpen, isShown: true })
  const {
    data: own,
    error: ownError,
    isFetching: isAsking,
    refetch: refetchOwn,
  } = useOwn(battle.id, { isOpen, isAsked: viewer !== null })
  const isUnknown = viewer !== null && own === undefined
  const lane = useOwnLane(battle.id, data, { own, isUnknown })
  const failure = (!data && error) || (isUnknown && ownError)
  const retry = () => void Promise.all([refetch(), isUnknown && refetchOwn()])
  const { shown, isPaused, waiting, toggle } = usePaused(lane, own?.muted)
  const isAnnounced = useAnnounced(data !== undefined && !isUnknown)
  const [opened, setOpened] = useState<Comment>()
  const PauseIcon = isPaused ? Play : Pause
  const isSide = sides.some(({ person }) => person.id === viewer?.id)
  const accentOf = (userId: string) => sides.find(({ person }) => person.id === userId)?.accent
  return (
    <>
      <Head>
        {isOpen && (isPaused || shown.length > 0) && (
          <>
            <span className={styles.waiting}>{waiting > 0 && `${waiting} new`}</span>
            <IconButton
              label={isPaused ? 'Resume comments' : 'Pause comments'}
              icon={<PauseIcon size={18} strokeWidth={1.75} aria-hidden="true" />}
              onClick={toggle}
            />
          </>
        )}
        {fold}
      </Head>
      <div id={region} className={styles.unfolded}>
        {failure ? (
          <PartFailed text={errorText(failure).description} isBusy={isFetching || isAsking} onRetry={retry} />
        ) : (
          <div
            role="log"
            aria-label="Comments"
            aria-live={isAnnounced && isOpen && !isPaused ? 'polite' : 'off'}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
            tabIndex={0}
            className={styles.log}
            data-open={isOpen || undefined}
          >
            {!isPending && !isUnknown && shown.length === 0 && <p className={styles.none}>No comments yet.</p>}
            <ol>
              {shown.map((comment) => (
                <Row
                  key={comment.id}
                  comment={comment}
                  accent={accentOf(comment.author.id)}
                  onOpen={viewer && viewer.id !== comment.author.id ? setOpened : undefined}
                />
              ))}
            </ol>
          </div>
        )}
        {isOpen && !viewer && (
          <p className={styles.note}>
            <Link href={paths.join(paths.battle(battle.id))} className="action-link">
              Join to comment
            </Link>
          </p>
        )}
        {viewer && own && (isOpen || own.isMuted) && <Composer battleId={battle.id} own={own} />}
        {own?.canMute && own.muted.length > 0 && <MutedPeople battleId={battle.id} people={own.muted} />}
        {opened && (
          <CommentDialog
            comment={opened}
            battleId={battle.id}
            canMute={Boolean(own?.canMute) && (!isSide || accentOf(opened.author.id) === undefined)}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
    </>
  )
}

interface RowProps {
  comment: Comment
  accent: string | undefined
  onOpen: ((comment: Comment) => void) | undefined
}

/** Memoised: the lane re-renders with each score, ten times a second, but a comment never changes. */
const Row = memo(function Row({ comment, accent, onOpen }: RowProps) {
  const { author, text } = comment
  return (
    <li className={styles.row}>
      <p>
        <Link href={paths.user(author.id)} className={styles.author} data-aura={accent}>
          {author.username}
        </Link>{' '}
        <bdi>{text}</bdi>
      </p>
      {onOpen && (
        <button
          type="button"
          className={styles.more}
          aria-label={`Options for ${author.username}: ${text}`}
          onClick={() => onOpen(comment)}
        >
          <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </li>
  )
})
