import { Folder } from 'lucide-react'
import { useState } from 'react'

/** The category's picture or a folder, at the same place and size. Decorative: the name is beside it. */
export const CategoryPicture = ({ url }: { url: string | null }) => {
  const [broken, setBroken] = useState<string>()
  return (
    <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded bg-tint text-muted">
      {url !== null && url !== broken ? (
        <img
          src={url}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      ) : (
        <Folder aria-hidden="true" className="size-5" />
      )}
    </span>
  )
}
