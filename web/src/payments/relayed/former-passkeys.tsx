import { useConfig } from '#lib/use-config'
import { Notice } from '#ui/feedback/notice'

/** Says what became of passkeys made where Aura was before, if it has moved. Browsers offer them on that host only. */
export function FormerPasskeys() {
  const host = useConfig().data?.formerPasskeyHost
  if (!host) return null
  return (
    <Notice tone="warn" title={`Passkeys of ${host} don’t work here`}>
      <p>
        Aura has moved, and browsers offer a passkey only on the domain where it was made. Sign in another way. The{' '}
        <a href={`https://${host}/rescue.html`}>rescue page on {host}</a> sends out what your wallet holds with your
        passkey, and <a href="/rescue.html">this site’s rescue page</a> with an ordinary wallet that is a key.
      </p>
    </Notice>
  )
}
