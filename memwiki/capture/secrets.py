"""What secrets look like, as data: token prefixes, names of secret fields, words that are no secret.

The families follow gitleaks' and detect-secrets' public rule sets and the formats that vendors document.
"""

from __future__ import annotations

DIGITS = "0123456789"
HEX = "0123456789abcdefABCDEF"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALNUM = DIGITS + LETTERS
LOWER = DIGITS + "abcdefghijklmnopqrstuvwxyz"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + DIGITS
WORD = ALNUM + "_"
TOKEN = ALNUM + "_-"
DOTTED = ALNUM + "_-."
BASE64 = ALNUM + "+/="
JWT = ALNUM + "_-=."
CRYPT = ALNUM + "./$=,+"
PATH = ALNUM + "_-./"

# (prefix, characters of the body, least length of the body, strict): strict prefixes also need a boundary on
# their left and a digit in the body, since they are short or read like words.
PREFIXES: tuple[tuple[str, str, int, bool], ...] = (
    ("AKIA", UPPER, 16, True),
    ("ASIA", UPPER, 16, True),
    ("ABIA", UPPER, 16, True),
    ("ACCA", UPPER, 16, True),
    ("A3T", UPPER, 17, True),
    ("ABSK", BASE64, 60, True),
    ("bedrock-api-key-", BASE64, 40, False),
    ("LTAI", ALNUM, 12, True),
    ("AKID", ALNUM, 16, True),
    ("AKLT", ALNUM, 20, True),
    ("ghp_", ALNUM, 16, False),
    ("gho_", ALNUM, 16, False),
    ("ghu_", ALNUM, 16, False),
    ("ghs_", ALNUM, 16, False),
    ("ghr_", ALNUM, 16, False),
    ("github_pat_", WORD, 20, False),
    ("glpat-", DOTTED, 16, False),
    ("gldt-", DOTTED, 16, False),
    ("glrt-", DOTTED, 16, False),
    ("glcbt-", DOTTED, 16, False),
    ("glptt-", DOTTED, 16, False),
    ("glft-", DOTTED, 16, False),
    ("glimt-", DOTTED, 16, False),
    ("glagent-", DOTTED, 16, False),
    ("glsoat-", DOTTED, 16, False),
    ("glffct-", DOTTED, 16, False),
    ("sgp_", HEX + "_", 40, False),
    ("bkua_", HEX, 32, False),
    ("_gitlab_session=", ALNUM, 20, False),
    ("sm_pat_", ALNUM, 16, False),
    ("sm_aat_", ALNUM, 16, False),
    ("sm_sat_", ALNUM, 16, False),
    ("CCIPAT_", WORD, 40, False),
    ("CCIPRJ_", WORD, 40, False),
    ("CLOJARS_", ALNUM, 40, False),
    ("cmVmdGtuO", ALNUM, 50, False),
    ("gloas-", DOTTED, 16, False),
    ("GR1348941", TOKEN, 16, False),
    ("npm_", ALNUM, 30, False),
    ("pypi-", TOKEN, 40, False),
    ("xoxb-", TOKEN, 10, True),
    ("xoxp-", TOKEN, 10, True),
    ("xoxa-", TOKEN, 10, True),
    ("xoxr-", TOKEN, 10, True),
    ("xoxs-", TOKEN, 10, True),
    ("xoxe-", TOKEN, 10, True),
    ("xoxo-", TOKEN, 10, True),
    ("xoxc-", TOKEN, 10, True),
    ("xoxd-", TOKEN + "%", 10, True),
    ("xoxe.xox", TOKEN, 10, True),
    ("xapp-", TOKEN, 10, True),
    ("hooks.slack.com/services/", PATH, 20, False),
    ("hooks.slack.com/workflows/", PATH, 20, False),
    ("discord.com/api/webhooks/", PATH, 30, False),
    ("discordapp.com/api/webhooks/", PATH, 30, False),
    ("sk_live_", ALNUM, 10, False),
    ("sk_test_", ALNUM, 10, False),
    ("rk_live_", ALNUM, 10, False),
    ("rk_test_", ALNUM, 10, False),
    ("sk_prod_", ALNUM, 10, False),
    ("rk_prod_", ALNUM, 10, False),
    ("whsec_", BASE64, 16, False),
    ("FLWSECK", TOKEN, 20, False),
    ("access-production-", HEX + "-", 36, False),
    ("access-development-", HEX + "-", 36, False),
    ("access-sandbox-", HEX + "-", 36, False),
    ("A21AA", TOKEN, 80, True),
    ("EAAA", TOKEN, 50, True),
    ("duffel_live_", TOKEN, 36, False),
    ("duffel_test_", TOKEN, 36, False),
    ("shippo_live_", HEX, 32, False),
    ("shippo_test_", HEX, 32, False),
    ("sk-ant-", TOKEN, 16, False),
    ("sk-proj-", TOKEN, 16, False),
    ("sk-", TOKEN, 16, True),
    ("AIza", TOKEN, 30, False),
    ("ya29.", DOTTED, 20, False),
    ("1//0", TOKEN, 20, True),
    ("AQVN", TOKEN, 32, True),
    ("t1.", DOTTED, 60, True),
    ("tk-us-", TOKEN, 40, True),
    ("tk-eu-", TOKEN, 40, True),
    ("fm2_", BASE64, 40, False),
    ("fm1a_", BASE64, 40, False),
    ("fm1r_", BASE64, 40, False),
    ("v1.0-", HEX + "-", 100, True),
    ("vcp_", ALNUM, 24, True),
    ("vck_", ALNUM, 24, True),
    ("pscale_oauth_", DOTTED + "=", 24, False),
    ("tskey-", TOKEN, 20, True),
    ("pat.", DOTTED, 60, True),
    ("sat.", DOTTED, 60, True),
    ("pnu_", ALNUM, 30, True),
    ("sha256~", TOKEN, 40, False),
    ("GOCSPX-", TOKEN, 20, False),
    ("EAA", ALNUM, 24, True),
    ("SG.", DOTTED, 32, True),
    ("hf_", ALNUM, 24, False),
    ("csk-", ALNUM, 40, True),
    ("fw_", ALNUM, 22, True),
    ("nvapi-", TOKEN, 40, False),
    ("api_org_", ALNUM, 24, False),
    ("SK", HEX, 32, True),
    ("pit-", HEX + "-", 36, True),
    ("dop_v1_", HEX, 32, False),
    ("doo_v1_", HEX, 32, False),
    ("dor_v1_", HEX, 32, False),
    ("dapi", HEX, 32, True),
    ("shpat_", HEX, 24, False),
    ("shpca_", HEX, 24, False),
    ("shppa_", HEX, 24, False),
    ("shpss_", HEX, 24, False),
    ("sq0", TOKEN, 22, True),
    ("dp.pt.", ALNUM, 30, True),
    ("dp.st.", DOTTED, 30, True),
    ("dp.ct.", ALNUM, 30, True),
    ("lin_api_", ALNUM, 24, False),
    ("lin_oauth_", ALNUM, 24, False),
    ("ntn_", ALNUM, 30, True),
    ("secret_", ALNUM, 40, True),
    ("figd_", TOKEN, 24, False),
    ("PMAK-", HEX + "-", 32, False),
    ("key-", HEX, 32, True),
    ("xkeysib-", TOKEN, 32, False),
    ("ATATT3", TOKEN + "=", 20, False),
    ("ATBB", TOKEN + "=", 24, True),
    ("ATCTT3", TOKEN + "=", 20, False),
    ("hvs.", TOKEN, 20, False),
    ("hvb.", TOKEN, 20, False),
    ("s.", ALNUM, 24, True),
    (".atlasv1.", TOKEN + "=", 40, False),
    ("glsa_", WORD, 24, False),
    ("glc_", BASE64, 30, False),
    ("NRAK-", UPPER, 20, False),
    ("NRJS-", ALNUM, 19, False),
    ("NRII-", TOKEN, 20, False),
    ("phx_", ALNUM, 32, True),
    ("eyJrIjoi", BASE64, 60, False),
    ("sntrys_", TOKEN + "=.", 24, False),
    ("sntryu_", HEX, 32, False),
    ("sbp_", HEX, 32, False),
    ("sb_secret_", TOKEN, 20, False),
    ("gsk_", ALNUM, 24, False),
    ("xai-", ALNUM, 24, True),
    ("pplx-", ALNUM, 24, False),
    ("r8_", ALNUM, 30, True),
    ("tvly-", TOKEN, 16, False),
    ("lsv2_pt_", WORD, 24, False),
    ("lsv2_sk_", WORD, 24, False),
    ("pcsk_", WORD, 24, False),
    ("dckr_pat_", TOKEN, 20, False),
    ("dckr_oat_", TOKEN, 20, False),
    ("rubygems_", HEX, 32, False),
    ("AGE-SECRET-KEY-1", UPPER, 32, False),
    ("ops_ey", BASE64 + "_-", 40, False),
    ("pscale_tkn_", DOTTED + "=", 24, False),
    ("pscale_pw_", DOTTED + "=", 24, False),
    ("pul-", HEX, 32, True),
    ("nfp_", ALNUM, 24, False),
    ("napi_", ALNUM, 24, True),
    ("rnd_", ALNUM, 24, True),
    ("re_", WORD, 24, True),
    ("CFPAT-", TOKEN, 24, False),
    ("pat-na1-", HEX + "-", 30, False),
    ("pat-eu1-", HEX + "-", 30, False),
    ("sl.", DOTTED, 120, True),
    ("rdme_", LOWER, 60, True),
    ("fio-u-", TOKEN, 50, False),
    ("s-s4t2ud-", HEX, 40, False),
    ("s-s4t2af-", HEX, 40, False),
    ("dt0c01.", DOTTED, 40, False),
    ("sqp_", HEX, 32, False),
    ("squ_", HEX, 32, False),
    ("tfp_", DOTTED, 40, False),
    ("HRKU-", TOKEN, 30, False),
    ("m0-", ALNUM, 24, True),
    ("mem0_", ALNUM, 20, True),
    ("retaindb_", ALNUM, 20, True),
    ("hsk-", ALNUM, 20, True),
    ("brv_", ALNUM, 20, True),
    ("LS0tLS1CRUdJTiBQUklWQVRF", BASE64, 40, False),  # private keys in base64, as kubeconfig has them
    ("LS0tLS1CRUdJTiBSU0EgUFJJVkFURS", BASE64, 40, False),
    ("LS0tLS1CRUdJTiBFQyBQUklWQVRF", BASE64, 40, False),
    ("LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS", BASE64, 40, False),
    ("LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg", BASE64, 40, False),
    ("FlyV1 fm", TOKEN + "=,/+", 30, False),
    ("fo1_", TOKEN, 30, False),
    ("EZAK", ALNUM, 40, True),
    ("EZTK", ALNUM, 40, True),
    ("vault:v1:", BASE64, 20, False),
    ("AQ.Ab8R", TOKEN, 20, False),
    ("X-Amz-Signature=", HEX, 32, False),
    ("X-Amz-Credential=", ALNUM + "%/-_", 16, False),
    ("$2a$", CRYPT, 30, False),
    ("$2b$", CRYPT, 30, False),
    ("$2y$", CRYPT, 30, False),
    ("$argon2", CRYPT, 30, False),
    ("$apr1$", CRYPT, 20, False),
    ("$5$", CRYPT, 30, False),
    ("$6$", CRYPT, 30, False),
    ("$y$", CRYPT, 30, False),
)
# folders whose files are secrets by their place
PRIVATE_FOLDERS = (".ssh/", ".aws/", ".kube/", ".gnupg/", ".config/gcloud/", ".password-store/")

PASS_WORDS = ("password", "passwd", "passphrase", "passcode", "pwd", "pass", "pw", "psk")
SECRET_WORDS = ("secret", "token", "credential", "credentials")
KEY_WORDS = ("key", "auth", "access-key-id", "apikey")
# what may stand between a secret name and its separator: DB_PASSWORD_PROD, api_key_2
_SUFFIXES = """b64 base64 value prod production dev test staging live old new main default plain raw hex str text
    pem der base data"""
SUFFIXES = frozenset(_SUFFIXES.split())
# before `key`: names of secrets. Others (sort_key, cache_key) are only taken where the value itself looks random
_QUALIFIERS = (
    "api access secret private auth encryption encrypt encrypted signing sign signature master account shared session "
    "license licence service storage admin deploy deployment webhook app application consumer client bot subscription "
    "server ssh tls hmac jwt crypto cipher secretaccess sharedaccess fernet vault cookie django"
)
KEY_QUALIFIERS = tuple(_QUALIFIERS.split())
_HARMLESS = (
    "primary foreign sort partition cache idempotency public row object s3 dict group routing unique composite index "
    "hot shortcut translation i18n locale query react map hash lookup dedupe dedup join order storage-key keyboard"
)
KEY_HARMLESS = tuple(_HARMLESS.split())
# before `token`: places in a list, and pieces of text
TOKEN_HARMLESS = ("next", "page", "nextpage", "continuation", "pagination", "skip", "sync", "eos", "bos", "pad", "unk")

# values that stand where a secret would, and are none
_STOP = """
    string str text varchar char bytes byte int integer number float boolean bool null none nil true false
    undefined any object array list dict map required optional secret password passwd pwd pass token key apikey
    api_key hidden invalid missing empty expired unset not-set notset changeme change_me change-me placeholder
    dummy example redacted test todo tbd unknown default yes no on off enabled disabled basic bearer digest env
    stdin prompt ask file vault keyring keychain readonly read-only read-write write admin root user username
    email name value values type input field label hash hashed plaintext plain encrypted base64 utf-8 utf8 md5
    sha1 sha256 sha512 bcrypt scrypt argon2 argon2id argon2i pbkdf2 oauth oauth2 jwt hmac rsa ed25519 aes uuid
    uuid4 os config settings const let var self this new return await async function lambda def class import
    from super form data body request response args kwargs params ctx context session cookie header headers
    query must should has is are was the a an and or for with without in of to it will can cannot only both same
    your my our their its never always n/a na xxx foo bar baz
"""
STOP_WORDS = frozenset(_STOP.split())
PLACEHOLDER_PARTS = (
    "your-",
    "your_",
    "yourpass",
    "yourtoken",
    "yoursecret",
    "yourkey",
    "your ",
    "example",
    "changeme",
    "change-me",
    "change_me",
    "placeholder",
    "dummy",
    "redacted",
    "xxxx",
    "***",
    "...",
    "…",
    "•••",
    "insert-",
    "insert_",
    "replace-",
    "replace_me",
    "replaceme",
    "environ[",
    "environ.",
    "process.env",
    "etenv(",  # of any language: a call that reads the environment
    "env[",
    "env(",
    "secrets.",
    "import.meta",
    "valuefrom",
    "!ref",
    "!sub",
    "arn:aws",
)
CHINESE_WORDS = ("密码", "口令", "密钥", "令牌", "私钥", "授权码", "凭证", "凭据", "密碼", "金鑰", "權杖")
CHINESE_SEPARATORS = (
    "是",
    "为",
    "為",
    "：",
    ":",
    "=",
    "＝",
    "就是",
    "改成",
    "改为",
    "设为",
    "设成",
    "叫",
    "用的是",
    "填",
)
