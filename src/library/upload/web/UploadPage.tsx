import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTree } from '#library/browsing/web/browsing.queries.ts'
import { newRowsAddress } from '#library/browsing/web/newRowsAddress.ts'
import type { CategoryTree } from '#library/categories/categories.contract.ts'
import { categoryOptions } from '#library/categories/web/categoryOptions.ts'
import { takeHandover, uploadForm } from '#web/sharing/handover.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { uploadEn } from '../upload.en.ts'
import { titleOfFile } from './titleOfFile.ts'
import { UploadForm } from './UploadForm.tsx'
import { UploadMany } from './UploadMany.tsx'
import type { Chosen } from './useUploads.ts'

/** How long the success message is shown before the documents open (specification, section 9). */
const successMs = 2_000

type Stored = { ids: readonly string[]; category: string }

/** Shown for two seconds, after which the page with the new documents opens. */
const Success = ({ ids, category, onAnother }: Stored & { onAnother: () => void }) => {
  const words = useWords(uploadEn)
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(newRowsAddress(category, ids)), successMs)
    return () => clearTimeout(timer)
  }, [navigate, category, ids])
  return (
    <div className="flex flex-col items-center gap-2 py-10 text-center">
      <div role="status" className="flex flex-col items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-16 text-success-text" />
        <p className="mt-2 font-semibold text-lg">{ids.length === 1 ? words.success : words.many.success(ids.length)}</p>
        <p className="text-muted">{words.successText}</p>
      </div>
      <Button className="mt-4" onPress={onAnother}>
        {words.another}
      </Button>
    </div>
  )
}

const NoCategories = () => {
  const words = useWords(uploadEn)
  return (
    <div className="mb-5">
      <Notice tone="info">
        <p>{words.noCategories}</p>
        <ButtonLink to="/categories" className="mt-3">
          {words.addCategory}
        </ButtonLink>
      </Notice>
    </div>
  )
}

/** Returns the files that another app has shared, if the page was opened with them. */
const chosenElsewhere = (): readonly Chosen[] | undefined =>
  takeHandover(uploadForm)?.files.map((file) => ({ file, title: titleOfFile(file.name) }))

/** The form for one file, the list of several, or the success of either. */
const Uploads = ({ tree }: { tree: CategoryTree }) => {
  const [parameters] = useSearchParams()
  const categories = categoryOptions(tree.items)
  const [category, setCategory] = useState(() => categories.find(({ value }) => value === parameters.get('category'))?.value ?? '')
  const [several, setSeveral] = useState(chosenElsewhere)
  const [stored, setStored] = useState<Stored>()
  const finish = (done: Stored) => {
    setCategory(done.category)
    setSeveral(undefined)
    setStored(done)
  }
  if (stored) return <Success {...stored} onAnother={() => setStored(undefined)} />
  if (several)
    return (
      <UploadMany
        chosen={several}
        {...{ categories, category }}
        onCategory={setCategory}
        onEmpty={() => setSeveral(undefined)}
        onDone={(ids) => finish({ ids, category })}
      />
    )
  return (
    <>
      {categories.length === 0 && <NoCategories />}
      <UploadForm
        {...{ categories, category }}
        onSeveral={(chosen, chosenCategory) => {
          setCategory(chosenCategory)
          setSeveral(chosen)
        }}
        onDone={({ _id, category: of }) => finish({ ids: [_id], category: of?._id ?? '' })}
      />
    </>
  )
}

/** Uploads PDFs: one with a title and a category, or several into one category. */
export const UploadPage = () => {
  const words = useWords(uploadEn)
  const tree = useTree()
  return (
    <Page title={words.title} about={words.lead}>
      <Card className="w-full max-w-2xl">
        <Loaded of={tree} skeleton={<ListSkeleton rows={4} />} failed={words.categoriesFailed}>
          {(loaded) => <Uploads tree={loaded} />}
        </Loaded>
      </Card>
    </Page>
  )
}
