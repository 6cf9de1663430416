import { Segmented } from '#ui/forms/segmented'
import { DialogClose, DialogTitle } from '#ui/overlay/dialog'
import styles from './create-battle.module.css'

export type Challenged = 'creator' | 'link'

interface ChallengeHeadProps {
  to: Challenged
  onChange: (to: Challenged) => void
}

export const ChallengeHead = ({ to, onChange }: ChallengeHeadProps) => (
  <>
    <header className={styles.head}>
      <DialogTitle className={styles.title} aria-label="INITIATE AURA CHALLENGE">
        <span>INITIATE</span> <span>AURA</span> <span>CHALLENGE</span>
      </DialogTitle>
      <DialogClose className="-mr-3 ml-auto" />
    </header>
    <div className={styles.to}>
      <Segmented
        tall
        label="Who can accept"
        items={[
          { value: 'creator', name: 'A creator' },
          { value: 'link', name: 'Anyone with a link' },
        ]}
        value={to}
        onChange={onChange}
      />
    </div>
  </>
)
