const RETRY_MS = 5_000

const again = () => location.reload()
document.getElementById('retry')?.addEventListener('click', again)

// A browser says that there is a network a moment before anything comes through it, and nothing when only the server
// was away: so the server is asked, and the page is loaded again once it answers.
const ask = async () => {
  const answer = await fetch('/manifest.webmanifest', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) again()
}
addEventListener('online', ask)
setInterval(ask, RETRY_MS)
