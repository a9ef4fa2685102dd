import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, formBoolean, Id, Instant, text } from '#contract/fields.ts'
import { pictureErrors, pictureIn } from '#contract/picture.ts'

export const categoryLimits = {
  name: 120,
  levels: 3,
  /** The maximum number, since one list returns all of them. */
  most: 1_000,
} as const

const plain = {
  _id: Id,
  name: z.string(),
  /** The id of the parent category; null for a root. */
  parentCategory: z.nullable(Id),
  /** 0 for a root, at most 2. */
  level: z.int(),
  /** The names from the root down, joined by ` > `. */
  path: z.string(),
  /** A public address that may be cached as long as the category has this picture; null without a picture. */
  imagePublicUrl: z.nullable(z.string()),
  createdAt: Instant,
}
export const Category = z.object(plain)
export type Category = z.infer<typeof Category>

export type CategoryNode = Category & {
  /** Documents directly in this category. */
  documentCount: number
  /** Documents in this category and everything below it. */
  totalCount: number
  subcategories: CategoryNode[]
}
export const CategoryNode: z.ZodMiniType<CategoryNode, CategoryNode> = z.object({
  ...plain,
  documentCount: z.int(),
  totalCount: z.int(),
  get subcategories() {
    return z.array(CategoryNode)
  },
})

export const CategoryTree = z.object({
  items: z.array(CategoryNode),
  uncategorizedCount: z.int(),
  /** All documents. */
  total: z.int(),
})
export type CategoryTree = z.infer<typeof CategoryTree>

export const categoryErrors = {
  parentMissing: { code: 'categories.parent_missing', status: 400, message: 'The parent category does not exist' },
  tooDeep: { code: 'categories.too_deep', status: 400, message: 'Categories can be at most 3 levels deep' },
  loop: { code: 'categories.loop', status: 400, message: 'A category cannot be moved into itself or its subcategories' },
  tooMany: { code: 'categories.too_many', status: 409, message: `There can be at most ${categoryLimits.most} categories` },
  nameTaken: { code: 'categories.name_taken', status: 409, message: 'A category with this name already exists here' },
} satisfies Errors

const name = text({ max: categoryLimits.name, required: 'Category name is required' })
const image = pictureIn('image')

/** The parent category; null, or the empty text that a form sends, means none. */
const Parent = z.nullish(
  z.union([
    Id,
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
  ]),
)

export const categoriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/category',
    access: 'member',
    shows: ['categories'],
    summary: 'All categories, in tree order',
    reply: z.object({ items: z.array(Category), nextCursor: z.nullable(z.string()) }),
  }),
  tree: endpoint({
    method: 'GET',
    path: '/category/tree',
    access: 'member',
    shows: ['categories', 'documents'],
    offline: true,
    summary: 'The category tree with document counts',
    reply: CategoryTree,
  }),
  create: endpoint({
    method: 'POST',
    path: '/category',
    access: 'admin',
    changes: ['categories'],
    summary: 'Creates a category',
    form: { file: image },
    body: z.object({ name, parentCategory: Parent }),
    reply: Category,
    status: 201,
    errors: { ...categoryErrors, ...pictureErrors },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/category/:id',
    access: 'admin',
    changes: ['categories'],
    summary: 'Renames or moves a category (with its subcategories), or replaces or removes its picture; omitted fields stay unchanged',
    params: byId,
    form: { file: image },
    body: z.object({ name: z.optional(name), parentCategory: Parent, removeImage: z.optional(formBoolean) }),
    reply: Category,
    errors: { ...categoryErrors, ...pictureErrors },
  }),
  image: endpoint({
    method: 'GET',
    path: '/category/:id/image/:sha256',
    access: 'anyone',
    shows: [],
    summary: 'The current picture of a category; 404 after it is replaced',
    params: z.object({ id: Id, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    stream: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/category/:id',
    access: 'admin',
    changes: ['categories', 'documents'],
    summary: 'Deletes a category and its subcategories; their documents become uncategorized',
    params: byId,
  }),
}
