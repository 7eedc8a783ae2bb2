import type { AuthCode } from "#supabase/functions/_shared/contracts/auth-code.ts";

/** A refusal worded like GoTrue's, as `{ code, error_code, msg }`. */
export class AuthFailure extends Error {
  readonly status: number;
  readonly errorCode: AuthCode;
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, errorCode: AuthCode, message: string, retryAfter?: number) {
    super(message);
    this.name = "AuthFailure";
    this.status = status;
    this.errorCode = errorCode;
    this.retryAfter = retryAfter;
  }

  reply(): Response {
    return Response.json(
      { code: this.status, error_code: this.errorCode, msg: this.message },
      {
        status: this.status,
        headers: {
          "x-sb-error-code": this.errorCode,
          ...(this.retryAfter !== undefined && { "retry-after": String(this.retryAfter) }),
        },
      },
    );
  }
}
