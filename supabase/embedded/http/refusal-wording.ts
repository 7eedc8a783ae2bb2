/** Makes the body of a refusal in the format of one interface. */
export type Wording = (status: number, code: string, message: string) => object;

/** A refusal in PostgREST's format. */
export const restWording: Wording = (_, code, message) => ({
  code,
  message,
  details: null,
  hint: null,
});

/** A refusal in GoTrue's format. */
export const authWording: Wording = (status, code, message) => ({
  code: status,
  error_code: code,
  msg: message,
});

/** A refusal in Supabase Storage's format. */
export const storageWording: Wording = (status, code, message) => ({
  statusCode: String(status),
  error: code,
  message,
});

/** A refusal in the server functions' format, whose codes are a fixed list. */
export const functionWording: Wording = (_, code, message) => ({
  error: { code: code === "too_large" ? code : "internal", message },
});
