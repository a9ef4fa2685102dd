import { BooksPage } from './BooksPage.tsx'
import { KeepButton } from './KeepButton.tsx'
import { OfflineBooks } from './OfflineBooks.tsx'
import { judged, noteSavedPlace, openBook, placeOf, placeReached } from './reading.ts'
import { reviewBooks } from './review.ts'

/** Everything about books on this device. Its code is loaded together, where it is first needed. */
export const onDevice = {
  BooksPage,
  KeepButton,
  OfflineBooks,
  judged,
  noteSavedPlace,
  openBook,
  placeOf,
  placeReached,
  reviewBooks,
}
