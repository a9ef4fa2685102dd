import { Star } from 'lucide-react'
import type { Document } from '#library/documents/documents.contract.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { favoritesEn } from '../favorites.en.ts'
import { useToggleFavorite } from './favorites.queries.ts'

type Props = {
  document: Document
  /** Undefined while loading: the star is shown but disabled. */
  isFavorite: boolean | undefined
}

/** The star button: filled for a favourite. */
export const FavoriteButton = ({ document, isFavorite }: Props) => {
  const words = useWords(favoritesEn)
  const { toggle, isPending } = useToggleFavorite(document)
  return (
    <IconButton
      label={isFavorite ? words.remove(document.title) : words.add(document.title)}
      tone={isFavorite ? 'accent' : 'plain'}
      isDisabled={isFavorite === undefined}
      // A second press while the first request is pending would race it on the server.
      onPress={() => !isPending && toggle(isFavorite === true)}
    >
      <Star aria-hidden="true" fill={isFavorite ? 'currentColor' : 'none'} />
    </IconButton>
  )
}
