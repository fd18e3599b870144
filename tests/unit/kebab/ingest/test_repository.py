"""Which repository a folder is of."""

import shutil
import subprocess

import pytest

from kebab.ingest.repository import Repository, RepositoryFinder, find_repo

FIRST, SECOND = "1" * 40, "2" * 40


def repository(root, head="ref: refs/heads/main\n", **refs):
    git = root / ".git"
    for name, commit in refs.items():
        place = git / "refs/heads" / name.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(commit + "\n")
    git.mkdir(parents=True, exist_ok=True)
    (git / "HEAD").write_text(head)
    return root


def test_branch_and_commit_are_read_from_the_loose_reference(tmp_path):
    root = repository(tmp_path / "shop", "ref: refs/heads/feature/cart\n", feature__cart=FIRST)

    assert find_repo(root) == Repository("shop", "feature/cart", FIRST)


def test_packed_reference_counts_where_there_is_no_loose_one(tmp_path):
    root = repository(tmp_path / "shop")
    packed = f"# pack-refs with: peeled\n{SECOND} refs/heads/mainline\n{FIRST} refs/heads/main\n"
    (root / ".git/packed-refs").write_text(packed)

    assert find_repo(root) == Repository("shop", "main", FIRST)


def test_loose_reference_goes_before_a_packed_one(tmp_path):
    root = repository(tmp_path / "shop", main=SECOND)
    (root / ".git/packed-refs").write_text(f"{FIRST} refs/heads/main\n")

    assert find_repo(root).commit == SECOND


def test_detached_head_has_a_commit_and_no_branch(tmp_path):
    assert find_repo(repository(tmp_path / "shop", FIRST + "\n")) == Repository("shop", "", FIRST)


def test_repository_without_commits_has_a_branch_and_no_commit(tmp_path):
    assert find_repo(repository(tmp_path / "shop")) == Repository("shop", "main", "")


def test_submodule_has_its_own_name_and_head(tmp_path):
    outer = repository(tmp_path / "shop", main=FIRST)
    inner = outer / ".git/modules/lib"
    inner.mkdir(parents=True)
    (inner / "HEAD").write_text(SECOND)
    (outer / "vendor/lib").mkdir(parents=True)
    (outer / "vendor/lib/.git").write_text("gitdir: ../../.git/modules/lib\n")

    assert find_repo(outer / "vendor/lib") == Repository("lib", "", SECOND)


def test_worktree_has_the_name_of_its_repository_and_its_own_branch(tmp_path):
    main = repository(tmp_path / "shop", main=FIRST, fix=SECOND)
    own = main / ".git/worktrees/copy"
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/fix\n")
    (own / "commondir").write_text("../..\n")
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / ".git").write_text(f"gitdir: {own}\n")

    assert find_repo(copy) == Repository("shop", "fix", SECOND)


@pytest.mark.parametrize("mark", ["", "nonsense", "gitdir: ../nowhere", "gitdir: \0", "gitdir:"])
def test_a_mark_that_leads_nowhere_is_no_repository(tmp_path, mark):
    (tmp_path / ".git").write_text(mark)

    assert find_repo(tmp_path) is None


@pytest.mark.parametrize(
    "head", ["", "ref: refs/../../../secret", "ref: refs/heads/.invalid", "ref: HEAD", "x" * 40]
)
def test_a_head_that_says_nothing_gives_the_name_alone(tmp_path, head):
    root = repository(tmp_path / "a/b", head, other=SECOND)
    (tmp_path / "a/secret").write_text(FIRST)

    assert find_repo(root) == Repository("b", "", "")


def test_references_in_a_circle_end(tmp_path):
    root = repository(tmp_path / "shop", main="ref: refs/heads/other", other="ref: refs/heads/main")

    assert find_repo(root) == Repository("shop", "main", "")


def test_finder_goes_up_to_the_innermost_repository(tmp_path):
    repository(tmp_path / "outer", main=FIRST)
    inner = repository(tmp_path / "outer/inner", main=SECOND)
    deep = inner / "src/deep"
    deep.mkdir(parents=True)
    finder = RepositoryFinder()

    assert finder.find(deep).name == "inner"
    assert finder.find(tmp_path / "outer").name == "outer"
    assert finder.find(tmp_path) is None


def test_finder_looks_at_a_folder_once(tmp_path):
    root = repository(tmp_path / "shop", main=FIRST)
    finder = RepositoryFinder()
    before = finder.find(root)
    shutil.rmtree(root / ".git")

    assert finder.find(root) is before


def test_git_itself_says_the_same(tmp_path):
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not here")
    root = tmp_path / "real"

    def run(*words):
        command = [git, "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@y", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    root.mkdir()
    run("init", "-q", "-b", "trunk")
    run("commit", "-q", "--allow-empty", "-m", "one")
    run("worktree", "add", "-q", "-b", "side", str(tmp_path / "tree"))
    run("pack-refs", "--all")
    commit = run("rev-parse", "HEAD")

    assert find_repo(root) == Repository("real", "trunk", commit)
    assert find_repo(tmp_path / "tree") == Repository("real", "side", commit)
