// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IERC3009} from "../interfaces/IERC3009.sol";

/// @notice For tests and the local chain only: anybody mints, pauses and blocks. Behaves and costs like USDC behind its
/// proxy, and says why it refuses in the same words: 6 decimals, approvals (EIP-2612) and transfers (EIP-3009) by
/// signature, contract wallets included, a pause, and a blocklist that shares a slot with the balance and is asked about
/// everybody who takes part.
contract MockUSDC is IERC20, IERC20Permit, IERC3009 {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    string public constant version = "2";
    uint8 public constant decimals = 6;

    uint256 private constant BLOCKED = 1 << 255;
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant TRANSFER = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant RECEIVE = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant CANCEL = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    uint256 public totalSupply;
    bool public paused;
    /// @dev The highest bit says that the account is blocked, the rest is its balance.
    mapping(address account => uint256) private _states;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    mapping(address owner => uint256) public nonces;
    /// @dev Whether the nonce was used or cancelled.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    modifier whenNotPaused() {
        require(!paused, "Pausable: paused");
        _;
    }

    modifier notBlocked(address account) {
        require(!isBlocked(account), "Blacklistable: account is blacklisted");
        _;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        _states[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setPaused(bool paused_) external {
        paused = paused_;
    }

    function setBlocked(address account, bool blocked) external {
        _states[account] = balanceOf(account) | (blocked ? BLOCKED : 0);
    }

    function isBlocked(address account) public view returns (bool) {
        return _states[account] >> 255 == 1;
    }

    function balanceOf(address account) public view returns (uint256) {
        return _states[account] & ~BLOCKED;
    }

    function transfer(address to, uint256 value)
        external
        whenNotPaused
        notBlocked(msg.sender)
        notBlocked(to)
        returns (bool)
    {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value)
        external
        whenNotPaused
        notBlocked(msg.sender)
        notBlocked(from)
        notBlocked(to)
        returns (bool)
    {
        uint256 allowed = allowance[from][msg.sender];
        require(value <= allowed, "ERC20: transfer amount exceeds allowance");
        _transfer(from, to, value);
        allowance[from][msg.sender] = allowed - value;
        return true;
    }

    function approve(address spender, uint256 value)
        external
        whenNotPaused
        notBlocked(msg.sender)
        notBlocked(spender)
        returns (bool)
    {
        _approve(msg.sender, spender, value);
        return true;
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
        notBlocked(owner)
        notBlocked(spender)
    {
        require(block.timestamp <= deadline, "FiatTokenV2: permit is expired");
        bytes32 message = keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        bytes memory signature = abi.encodePacked(r, s, v);
        require(SignatureChecker.isValidSignatureNow(owner, digest, signature), "EIP2612: invalid signature");
        _approve(owner, spender, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external whenNotPaused notBlocked(from) notBlocked(to) {
        _useAuthorization(TRANSFER, from, to, value, validAfter, validBefore, nonce, signature);
        _transfer(from, to, value);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external whenNotPaused notBlocked(from) notBlocked(to) {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        _useAuthorization(RECEIVE, from, to, value, validAfter, validBefore, nonce, signature);
        _transfer(from, to, value);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external whenNotPaused {
        require(!authorizationState[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
        _requireSignature(authorizer, keccak256(abi.encode(CANCEL, authorizer, nonce)), signature);
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
    }

    function _useAuthorization(
        bytes32 kind,
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) private {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
        _requireSignature(
            from, keccak256(abi.encode(kind, from, to, value, validAfter, validBefore, nonce)), signature
        );
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
    }

    function _requireSignature(address by, bytes32 message, bytes calldata signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        require(SignatureChecker.isValidSignatureNow(by, digest, signature), "FiatTokenV2: invalid signature");
    }

    function _transfer(address from, address to, uint256 value) private {
        require(from != address(0) && to != address(0), "ERC20: zero address");
        require(value <= balanceOf(from), "ERC20: transfer amount exceeds balance");
        // Neither is blocked, so their states are their balances.
        _states[from] -= value;
        _states[to] += value;
        emit Transfer(from, to, value);
    }

    function _approve(address owner, address spender, uint256 value) private {
        require(owner != address(0) && spender != address(0), "ERC20: zero address");
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}
