import type { Option } from '#web/ui/SelectField.tsx'
import type { CategoryNode } from '../categories.contract.ts'
import { flatten } from './categoryTree.ts'

const toOption = ({ _id, path, name, level }: CategoryNode): Option => ({ value: _id, label: path || name, level })

/** Returns options for a category picker, indented by level, each with its path; only those in `among`, if given. */
export const categoryOptions = (roots: readonly CategoryNode[], among?: readonly CategoryNode[]): Option[] =>
  (among ?? flatten(roots)).map(toOption)
