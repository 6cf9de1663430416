import { LifeBuoy } from 'lucide-react'
import { buttonClass } from '#ui/forms/button'
import { Setting } from './card.tsx'

/** For people whose wallet is a passkey's. The page brings it out without Aura, and works only if it was saved before. */
export const SaveRescuePage = () => (
  <Setting
    icon={<LifeBuoy size={20} strokeWidth={1.75} />}
    title="A way out without Aura"
    note="Save a page that sends out what your wallet holds, even if Aura is gone. It works from your disk with an ordinary wallet that is a key of yours. A passkey works only on this site’s domain."
    action={
      <a className={buttonClass('secondary', 40)} href="/rescue.html" download="aura-rescue.html">
        Save this page
      </a>
    }
  />
)
