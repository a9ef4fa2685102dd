import type { ReactNode } from 'react'
import { may } from '#contract/endpoint.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { useSession } from '#web/api/session.ts'
import { favoritesApi } from '../favorites.contract.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { useFavoriteIds } from './favorites.queries.ts'

const ViewerStar = ({ document }: { document: Document }) => {
  const favorites = useFavoriteIds(true)
  return <FavoriteButton document={document} isFavorite={favorites?.has(document._id)} />
}

const OwnStar = ({ document }: { document: Document }) =>
  may(favoritesApi.add, useSession()?.user) ? <ViewerStar document={document} /> : null

/** The star in the header of an open document, for people who have favourites. */
export const starInViewer = (document: Document): ReactNode => <OwnStar document={document} />
