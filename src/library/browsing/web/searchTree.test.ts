import { expect, test } from 'vitest'
import type { CategoryNode } from '#library/categories/categories.contract.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { allBranches, foundTree } from './searchTree.ts'

const node = (name: string, subcategories: CategoryNode[] = []): CategoryNode => ({
  _id: name.toLowerCase(),
  name,
  parentCategory: null,
  imagePublicUrl: null,
  level: 0,
  path: name,
  createdAt: '2026-11-21T05:30:00.000Z',
  documentCount: 0,
  totalCount: 0,
  subcategories,
})

const document = (title: string, category: string | null): Document => ({
  _id: title,
  title,
  category: category === null ? null : { _id: category, name: category },
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: 'a.pdf',
  filePath: '/a',
  fileUrl: '/a',
  downloadUrl: '/a',
  fileSize: 1,
  fileType: 'application/pdf',
  pages: null,
  coverUrl: null,
})

const roots = [node('Science', [node('Physics', [node('Optics')]), node('Botany')]), node('History')]

test('a document deep in the tree adds its ancestors and no other categories', () => {
  const { branches, uncategorized } = foundTree(roots, [document('Light', 'optics')], 'light')
  expect(branches.map(({ name, found }) => [name, found])).toEqual([['Science', 1]])
  expect(branches[0]?.branches.map(({ name }) => name)).toEqual(['Physics'])
  expect(branches[0]?.branches[0]?.branches[0]?.documents.map(({ title }) => title)).toEqual(['Light'])
  expect(uncategorized).toEqual([])
})

test('shows a category with a matching name although it is empty', () => {
  const { branches } = foundTree(roots, [], 'hist')
  expect(branches.map(({ name, found }) => [name, found])).toEqual([['History', 0]])
})

test('a category with a matching name contains all categories with documents below it', () => {
  const counted = (documentCount: number, totalCount: number, from: CategoryNode) => ({ ...from, documentCount, totalCount })
  const physics = counted(2, 2, node('Physics'))
  const science = counted(0, 2, node('Science', [physics, node('Botany')]))
  const { branches } = foundTree([science, node('History')], [], 'scien')
  expect(branches.map(({ name, isNamed }) => [name, isNamed])).toEqual([['Science', true]])
  expect(branches[0]?.branches.map(({ name, isNamed, documentCount }) => [name, isNamed, documentCount])).toEqual([['Physics', true, 2]])
})

test('documents without a category are separate, in the order of the results', () => {
  const { branches, uncategorized } = foundTree(roots, [document('B', null), document('A', null)], 'x')
  expect(branches).toEqual([])
  expect(uncategorized.map(({ title }) => title)).toEqual(['B', 'A'])
})

test('counts include the branches below', () => {
  const found = [document('1', 'science'), document('2', 'physics'), document('3', 'optics')]
  expect(foundTree(roots, found, 'x').branches[0]?.found).toBe(3)
})

test('Expand All includes every branch and Uncategorized', () => {
  expect(allBranches(roots)).toEqual(['science', 'physics', 'optics', 'botany', 'history', 'none'])
})
