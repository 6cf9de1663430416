import type { Recap } from '@aura/api/calls/recap'
import { useQuery } from '@tanstack/react-query'
import { Copy, ImageDown, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { UprightButton } from '#aura/upright-button.tsx'
import { useCurrentUser } from '#features/auth'
import { saveFile } from '#lib/share/save-file'
import { copyPicture, fetchPicture, isCopyable, isShareable, shareFile } from '#lib/share/share-picture'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import styles from './recap.module.css'

type Best = NonNullable<Recap['best']>

/** The moment and its picture, loaded when shown, because browsers share only shortly after a press. */
export function BestMoment({ week, best }: { week: string; best: Best }) {
  const address = `/share/recaps/${week}.jpg`
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => fetchPicture(address, `aura-week-${week}.jpg`, signal),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="best">
      <h2 id="best" className={styles.heading}>
        Best moment
      </h2>
      <p className={styles.moment}>
        {best.path === null ? best.title : <Link href={best.path}>{best.title}</Link>}
        <span className={styles.note}>{best.detail}</span>
      </p>
      {data && <Picture file={data} week={week} best={best} />}
      {!data && error && (
        <PartFailed text="The picture didn’t load." isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className={styles.picture ?? ''} />}
    </section>
  )
}

function Picture({ file, week, best: { title, detail } }: { file: File; week: string; best: Best }) {
  const { id } = useCurrentUser()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const text = `${title}. ${location.origin}${paths.user(id)}`
  return (
    <>
      <img className={styles.picture} src={url} alt={`${title}. ${detail}`} width={1200} height={630} />
      <div className={styles.actions}>
        {isShareable(file) && (
          <Button size={48} onClick={() => void shareFile(file, { title, text }, () => saveFile(file))}>
            <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
            Share picture
          </Button>
        )}
        {!isShareable(file) && isCopyable() && (
          <Button size={48} onClick={() => void copyPicture(file)}>
            <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
            Copy picture
          </Button>
        )}
        <Button kind="secondary" size={48} onClick={() => saveFile(file)}>
          <ImageDown size={18} strokeWidth={1.75} aria-hidden="true" />
          Save picture
        </Button>
        <UprightButton
          address={`/share/recaps/${week}-upright.jpg`}
          fileName={`aura-week-${week}-upright.jpg`}
          title={title}
          text={text}
        />
      </div>
    </>
  )
}
