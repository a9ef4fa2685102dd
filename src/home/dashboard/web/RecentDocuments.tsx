import { Link } from 'react-router'
import type { Document } from '#library/documents/documents.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { linkToDocument } from '#library/reading/web/openDocument.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { homeEn } from '../dashboard.en.ts'

export const RecentDocuments = ({ documents }: { documents: readonly Document[] }) => {
  const words = useWords(homeEn)
  const ahead = usePrefetch('/documents')
  return (
    <Card
      title={words.recent}
      action={
        <TextLink to="/documents" {...ahead} className="max-md:py-2.5">
          {words.all}
        </TextLink>
      }
    >
      {documents.length === 0 && <EmptyState title={words.empty} />}
      <ul>
        {documents.map((each) => (
          <li key={each._id} className="relative flex items-center gap-4 border-line border-b py-2.5 last:border-0 max-md:gap-3">
            <Cover document={each} />
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6">
              <div className="min-w-0 flex-1 basis-[12rem]">
                <p dir="auto" className="line-clamp-3 font-medium wrap-anywhere">
                  {/* The whole row is the link. */}
                  <Link
                    {...linkToDocument(each)}
                    {...ahead}
                    className="after:absolute after:inset-0 after:rounded-sm hover:text-primary-text hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
                  >
                    {each.title}
                  </Link>
                </p>
                <p dir="auto" className="text-muted text-sm wrap-anywhere">
                  {each.category?.name ?? words.uncategorized}
                </p>
              </div>
              <time dateTime={each.createdAt} className="text-muted text-sm">
                {words.created(each.createdAt)}
              </time>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
