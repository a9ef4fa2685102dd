import { type ReactNode, useId } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { prepareViewerFor } from '#library/reading/web/readerCode.ts'
import { Button } from '#web/ui/Button.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { webEn } from '#web/web.en.ts'
import { errorText, useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useJustCome, useUnfinished } from './browsing.queries.ts'
import type { RowActions } from './rowActions.ts'

const places = [0, 1, 2, 3, 4, 5] as const

const Loading = () => (
  <Skeleton>
    <div className="flex gap-3 overflow-hidden">
      {places.map((place) => (
        <div key={place} className="flex w-20 shrink-0 flex-col gap-1 pt-8">
          <Bar className="aspect-[5/7] w-full" />
          <Bar className="h-4 w-full" />
        </div>
      ))}
    </div>
  </Skeleton>
)

type CardProps = { document: Document; onOpen: () => void; children?: ReactNode }

const Card = ({ document, onOpen, children }: CardProps) => (
  <button
    type="button"
    title={document.title}
    onClick={onOpen}
    onPointerEnter={() => prepareViewerFor(document)}
    onFocus={() => prepareViewerFor(document)}
    className="block w-20 cursor-pointer rounded-md text-left hover:text-primary-text"
  >
    <Cover document={document} size="card" />
    <span dir="auto" className={`mt-1 text-xs wrap-anywhere ${children ? 'line-clamp-1' : 'line-clamp-2'}`}>
      {document.title}
    </span>{' '}
    {children}
  </button>
)

const Row = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="shrink-0">
      <h2 id={id} className="font-semibold text-sm">
        {title}
      </h2>
      <ul className="flex gap-3">{children}</ul>
    </section>
  )
}

/** A row of covers that scrolls sideways: unfinished documents first, then new ones. */
export const ShelfCovers = ({ open }: Pick<RowActions, 'open'>) => {
  const words = useWords(browsingEn).shelf
  const { retry } = useWords(webEn).ui
  const [unfinished, newest] = [useUnfinished(), useJustCome()]
  if (unfinished.isPending || newest.isPending) return <Loading />
  const reading = unfinished.data?.items ?? []
  return (
    <div className="-m-1 flex gap-6 overflow-x-auto p-1 [scrollbar-width:thin]">
      {reading.length > 0 && (
        <Row title={words.reading}>
          {reading.map((each) => (
            <li key={each._id}>
              <Card document={each} onOpen={() => open(each)}>
                <span className="block text-muted text-xs tabular-nums">{words.page(each.page)}</span>
              </Card>
            </li>
          ))}
        </Row>
      )}
      {newest.data?.items.length === 0 ? null : newest.data ? (
        <Row title={words.newest}>
          {newest.data.items.map((each) => (
            <li key={each._id}>
              <Card document={each} onOpen={() => open(each)} />
            </li>
          ))}
        </Row>
      ) : (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm">
          <p>{errorText(newest.error, words.failed)}</p>
          <Button onPress={() => void newest.refetch()} isPending={newest.isFetching}>
            {retry}
          </Button>
        </div>
      )}
    </div>
  )
}
