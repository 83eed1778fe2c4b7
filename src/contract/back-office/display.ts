import * as z from 'zod'
import { webAddressProblem } from '../../units/web-address.ts'
import { line } from './values.ts'

const supportUrl = z
  .string()
  .max(255)
  .refine((text) => text === '' || webAddressProblem(text) === null, {
    message: '必須是完整的 http 或 https 網址，不可包含空白或帳號密碼',
  })

/** Whom members see that they pay, and where they find help; null follows the merchant's name. */
export const display = z
  .strictObject({ name: line(120), support_url: supportUrl.default('') })
  .nullable()
